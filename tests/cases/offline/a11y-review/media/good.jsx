export const Intro = ({ src, ...rest }) => <audio autoPlay src={src} controls {...rest} />;

export const Still = ({ src }) => <video autoPlay={false} src={src} />;
