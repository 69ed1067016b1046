function read(file) {
  try {
    return file.open();
  } catch {
    // a missing file means that nothing was saved yet
  }
  return null;
}

function close(file) {
  try {
    file.close();
  } finally {
    file.forget();
  }
  return true;
}

async function rates() {
  const answer = await fetch("/rates");
  if (!answer.ok) {
    throw new Error(`status ${answer.status}`);
  }
  return answer.json();
}

function wait(job) {
  job.done().catch((problem) => console.error(problem));
  return new Promise((resolve) => {
    job.onResult(resolve);
  });
}

function show(req, res) {
  if (!req.params.id) {
    res.status(400).json({ error: "id is missing" });
    return;
  }
  res.json({ id: req.params.id });
}

module.exports = { read, close, rates, wait, show };

function push(stream, data, done) {
  try {
    stream.push(data);
  } finally {
    // The callback runs in any case; see the rule callback-return, and do not return here.
    stream.names = stream.parts.map((part) => {
      return part.name;
    });
    done();
  }
}
