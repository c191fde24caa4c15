import { readSiteSections } from '#app/session/read-site-sections.ts'
import type { ChatRequest } from '#contract/chat/calls.ts'
import { answerVisitor } from '#domain/chat/answer-visitor.ts'
import { toChatQuestion } from '#domain/chat/knowledge.ts'
import type { Office } from '#domain/office/office-texts.ts'
import { createSectionSearch, type SearchSections } from '#domain/site-search/search-sections.ts'
import { type AnswerProgress, applyStep } from './answer-progress.ts'

/**
 * Answers by the server's rules from the pages that the service worker has stored; false if it has
 * none. Loaded when a question finds no connection.
 */
export async function answerOffline(
  request: ChatRequest,
  office: Office,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(answering: AnswerProgress): void },
): Promise<boolean> {
  const sections = await readSiteSections(signal)
  if (sections.length === 0) return false
  const search = createSectionSearch(sections)
  const pages = { search: (...asked: Parameters<SearchSections>) => Promise.resolve(search(...asked)) }
  let answering: AnswerProgress = { parts: [], activity: '' }
  for await (const step of answerVisitor(toChatQuestion(request), { pages, contact: office })) {
    signal.throwIfAborted()
    answering = applyStep(answering, step)
    onProgress(answering)
  }
  return true
}
