export const Name = ({ name }) => <Input value={name} label="Name" />;

export const Story = ({ text, change }) => <Textarea value={text} onChange={change} />;

export const Face = ({ person }) => <Img src={person.face} />;

export const Row = ({ open, row }) => <Section onClick={open}>{row.name}</Section>;
