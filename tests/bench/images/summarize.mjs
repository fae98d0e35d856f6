/** One row of the table for a variant and a photo: the medians of the rounds, and for long tasks and stalls their maximum. */
export function summarize({ photo, variant, answers }) {
  const failure = answers.find(({ error }) => error !== undefined)
  if (failure !== undefined) return { photo, variant, error: failure.error }
  const [firstAnswer] = answers
  return {
    photo,
    variant,
    ms: median(answers.map(({ ms }) => ms)),
    picture: firstAnswer.picture,
    cut: firstAnswer.cut,
    encoded: firstAnswer.encoded,
    stagesMs: firstAnswer.stagesMs && medianStages(answers),
    longTaskMs: firstAnswer.longTaskMs === null ? null : Math.max(...answers.map(({ longTaskMs }) => longTaskMs)),
    stallMs: Math.max(...answers.map(({ stallMs }) => stallMs)),
    peakBytes: firstAnswer.memory && median(answers.map(({ memory }) => memory.peakBytes)),
  }
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function medianStages(answers) {
  const names = Object.keys(answers[0].stagesMs)
  return Object.fromEntries(names.map((name) => [name, median(answers.map(({ stagesMs }) => stagesMs[name] ?? 0))]))
}
