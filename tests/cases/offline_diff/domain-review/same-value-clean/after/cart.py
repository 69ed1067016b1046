from bill import VAT_RATE
