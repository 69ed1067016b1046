FROM python:3.12-slim
ENV DB_PASSWORD_FILE=/run/secrets/database
