import requests
import arrow
