class RatesTest {
    @Test
    void readsRates() throws Exception {
        InputStream answer = new URL("https://rates.bank.com/today").openStream(); // expect: java-test-asks-the-network
        assertEquals(31, Rates.read(answer).size());
    }

    @Test
    void readsRegion() {
        System.setProperty("region", "eu"); // expect: java-property-kept-by-test
        assertEquals("eu", Settings.region());
    }
}
