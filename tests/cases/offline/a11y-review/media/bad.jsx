export const Intro = ({ src }) => <audio autoPlay src={src} />; // expect: a11y-media-starts-alone
