function read(file) {
  try { // expect: js-error-swallowed
    file.open();
  } catch (problem) {}
}

function close(file) {
  try {
    file.close();
  } finally { // expect: js-return-in-finally
    return true;
  }
}

async function rates() {
  const answer = await fetch("/rates"); // expect: js-response-status-unchecked
  return answer.json();
}

function wait(job) {
  job.done().catch(() => {}); // expect: js-error-swallowed
  return new Promise(async (resolve) => { // expect: js-async-promise-executor
    resolve(await job.result());
  });
}

function show(req, res) {
  if (!req.params.id) { // expect: js-answer-continues-after-error
    res.status(400).json({ error: "id is missing" });
  }
  res.json({ id: req.params.id });
}

module.exports = { read, close, rates, wait, show };

function flush(stream, done) {
  try {
    stream.flush();
  } finally { // expect: js-return-in-finally
    if (stream.open) {
      stream.close();
    }
    // Tells the caller what it waits for.
    return done();
  }
}
