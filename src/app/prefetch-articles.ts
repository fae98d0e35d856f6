/** Reads which articles people should read first, and the tags, so that they are there when somebody needs them, also offline. */
export async function prefetchArticles(): Promise<void> {
  const { ALL, hotAnswers, tagAnswers } = await import('#src/features/articles/article-answers.ts')
  await Promise.all([hotAnswers.need(ALL), tagAnswers.need(ALL)])
}
