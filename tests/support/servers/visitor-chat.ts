import { type AnswerProgress, applyStep } from '#app/features/chat/answer-progress.ts'
import { officePath } from '#contract/office/office-paths.ts'
import { siteSectionsPath } from '#contract/site/site-paths.ts'
import { siteSectionsSchema } from '#contract/site/site-sections.ts'
import { answerVisitor } from '#domain/chat/answer-visitor.ts'
import type { Office } from '#domain/office/office-texts.ts'
import { createSectionSearch, type SearchSections } from '#domain/site-search/search-sections.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { buildSiteFromSource } from '../processes/site-from-source.ts'
import { buildTestApp } from './build-test-app.ts'

/**
 * The chat of visitors about the public pages and the demo posts. Answers come straight from the
 * rules that server and device share, because tests ask thousands of questions.
 */
export async function openVisitorChat() {
  const site = buildSiteFromSource()
  const server = await buildTestApp({ distDir: site.distDir })
  await loadDemoPosts(server.ownerDb, { now: new Date() })
  const { sections } = siteSectionsSchema.parse((await server.app.inject(siteSectionsPath)).json())
  const contact = (await server.app.inject(officePath)).json<Office>()
  await server.close()
  site.remove()
  const search = createSectionSearch(sections)
  const pages = { search: (...asked: Parameters<SearchSections>) => Promise.resolve(search(...asked)) }
  /** Answer to the last of these questions, after the others. */
  return async function ask(questions: readonly string[]): Promise<string> {
    const history = questions.slice(0, -1).map((text) => ({ role: 'user' as const, text }))
    let { parts }: AnswerProgress = { parts: [], activity: '' }
    for await (const step of answerVisitor({ question: questions.at(-1) ?? '', history }, { pages, contact }))
      ({ parts } = applyStep({ parts, activity: '' }, step))
    return parts.flatMap((part) => (part.kind === 'text' ? part.text.replaceAll('**', '') : [])).join('\n')
  }
}
