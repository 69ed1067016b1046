class ParserTest {
    @Test
    void readsAnEmptyFile() throws Exception {
        assertEquals(0, Parser.read("").size());
    }

    @Test
    void refusesHalfAFile() {
        try {
            Parser.read("<a");
            fail("read half a file");
        } catch (ParseException e) {
            assertEquals(2, e.position());
        }
    }
}
