/** A certificate for this machine's loopback, for tests that speak TLS. It is signed by itself and guards nothing. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgIUDLS7rLg6SeHtYmHfRhPfCvD2GJQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA1MzI0NFoYDzIxMjYxMDI4
MDUzMjQ0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATtBlQWm9mHtI28XSsC2jcME24VLkO9Ik9SpbIPpg8mUdqhz7yES7XA
ifgh/P72vyhffErO2cGYKxn4XsAXugejo3UwczAdBgNVHQ4EFgQUlCLsn0lcTyOx
+z4kqWTlQmnKaYswHwYDVR0jBBgwFoAUlCLsn0lcTyOx+z4kqWTlQmnKaYswDwYD
VR0TAQH/BAUwAwEB/zAgBgNVHREEGTAXgglsb2NhbGhvc3SHBH8AAAGHBH8AAAIw
CgYIKoZIzj0EAwIDRwAwRAIgToucG56KNsJzOn8iSxOLemxr4yZ7e2g7HiVvZHyq
dCoCIFdeTZODDb2l966FLRgWJcTeHbPPxKgc/ExJz0DN9b7l
-----END CERTIFICATE-----`;

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeedh9j7DwsrH8enk
7G/LDQid1KxXI1khjYyf2cvwpfuhRANCAATtBlQWm9mHtI28XSsC2jcME24VLkO9
Ik9SpbIPpg8mUdqhz7yES7XAifgh/P72vyhffErO2cGYKxn4XsAXugej
-----END PRIVATE KEY-----`;
