FROM python:3.12-slim
# expect-below: secret-in-container-image
ENV DB_PASSWORD=correct-horse-battery-0
