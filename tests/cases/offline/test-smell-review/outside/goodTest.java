class RatesTest {
    @Test
    void readsRates() throws Exception {
        InputStream answer = new URL("http://localhost:" + server.port() + "/today").openStream();
        assertEquals(31, Rates.read(answer).size());
    }

    @Test
    void readsRegion() {
        String old = System.setProperty("region", "eu");
        try {
            assertEquals("eu", Settings.region());
        } finally {
            System.setProperty("region", old);
        }
    }
}
