class ParserTest {
    @Test
    void readsAnEmptyFile() {
        try { // expect: java-test-catches-its-own-failure
            Document document = Parser.read("");
            assertEquals(0, document.size());
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
