"""One planted secret for each kind that detect-secrets adds, put together from pieces so that no scanner takes this file for a leak."""

BODY = "q7" + "Zk3Vb9" * 20
HEX = "0f4c9a72" * 8

# Kind as the library names it, a line of code, the value in it.
LIBRARY_SECRETS: tuple[tuple[str, str, str], ...] = tuple(
    (kind, f"{before}{value}{after}", value)
    for kind, before, value, after in (
        ("Artifactory Credentials", "publish --with ", "AKC" + "p5bueTFpfypEqQbGJPp7", " --now"),
        ("Artifactory Credentials", 'push("it", "', "AP5" + "x2rUmT8wQv7JkNd4Gb6", '")'),
        ("AWS Access Key", "client('", "ABIA" + "Q3EGRIMRT7WZ2LXB", "')"),
        ("AWS Access Key", 'aws.login(key="', "wJalrXUtnFEMI/K7MDENG" + "/bPxRfiCYq8Zk3Vb9Xy", '")'),
        ("Azure Storage Account access key", '"Account' + "Key=", BODY[:86] + "==", '"'),
        ("Cloudant Credentials", "cloudant_pass" + "word = ", HEX, ""),
        ("Discord Bot Token", 'bot.run("', "MTk4NjIyNDgzNDcxOTI1MjQ4" + ".Cl2FMQ." + BODY[:27], '")'),
        ("GitLab Token", "deploy(", "gldt" + "-" + BODY[:20], ")"),
        ("GitLab Token", "register ", "GR1348941" + BODY[:20], ""),
        ("IBM Cloud IAM Key", "ibm_cloud_api_" + "key: ", BODY[:44], ""),
        ("IBM COS HMAC Credentials", "cos_hmac_secret_access_" + "key=", HEX[:48], ""),
        ("Mailchimp Access Key", "mail('", HEX[:32] + "-us12", "')"),
        ("NPM tokens", "//registry.example.org/:_auth" + "Token=", "3b241101-e2bb-4255-8caf-4136c566a962", ""),
        ("Slack Token", "say(", "xoxb" + "-204815162342-" + "abcdefghij", ")"),
        ("SoftLayer Credentials", "softlayer_api_" + "key = ", HEX, ""),
        ("SoftLayer Credentials", "get https://api.softlayer.com/soap/v3/", HEX, ""),
        ("Square OAuth Secret", "pay(", "sq0csp" + "-" + BODY[:43], ")"),
        ("Telegram Bot Token", "poll(", "110201543:" + "AAH" + BODY[:32], ")"),
        ("Twilio API Key", "sms(", "SK" + HEX[:32], ")"),
    )
)
