export const Name = ({ name }) => <input value={name} readOnly />; // expect-own: missing-label

export const Face = ({ person }) => <img src={person.face} />; // expect-own: missing-alt
