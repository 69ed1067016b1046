class Codes {
    private static final Pattern CODE = Pattern.compile("\\d+-\\w+");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    int count(List<String> lines) throws Exception {
        int n = 0;
        for (String line : lines) {
            if (CODE.matcher(line).find()) {
                n++;
            }
            n += MAPPER.readTree(line).size();
        }
        return n;
    }
}
