class Codes {
    int count(List<String> lines) throws Exception {
        int n = 0;
        for (String line : lines) {
            if (Pattern.compile("\\d+-\\w+").matcher(line).find()) { // expect: java-costly-object-built-per-round
                n++;
            }
            ObjectMapper mapper = new ObjectMapper(); // expect: java-costly-object-built-per-round
            n += mapper.readTree(line).size();
        }
        return n;
    }
}
