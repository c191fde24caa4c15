import { z } from 'zod'
import type { AnswerPart } from '#contract/chat/answer.ts'
import { findGuides, type Guide } from '#domain/help/find-guides.ts'
import type { Knowledge } from '../knowledge.ts'
import { createRefusal, hasOffice } from './record-tools.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({ words: z.string().min(1).max(200) })

/** Finds how something is done in the app, and on which screen. */
export const findScreen: Tool<typeof schema> = {
  name: 'find_screen',
  description:
    'How and where in the app something is seen or done: answers the steps and links to its screens. `words`: what is looked for, in Korean.',
  parameters: schema,
  isOffered: hasOffice,
  label: () => '화면을 찾고 있습니다.',
  run({ words }, knowledge) {
    const found = findOwnGuides(words, knowledge)
    const [first] = found
    if (!first) return Promise.resolve(createRefusal('no such screen'))
    return Promise.resolve({
      parts: describeGuide(first, found),
      text: JSON.stringify(found.slice(0, 3).map(({ title, text, links }) => ({ title, text, links }))),
    })
  },
}

/** A guide as parts of an answer. `others`: further screens of the same name are linked, too. */
export function describeGuide(guide: Guide, others: readonly Guide[] = []): readonly AnswerPart[] {
  const shown = guide.isOfficeWork ? [guide] : [guide, ...others]
  const byTarget = new Map(shown.flatMap(({ links }) => links).map(({ label, href }) => [href, label]))
  const links = [...byTarget].slice(0, 3).map(([href, label]) => ({ label: `${label} 열기`, href }))
  return [
    { kind: 'text', text: `${guide.title}: ${guide.text}` },
    ...(links.length > 0 ? [{ kind: 'sources' as const, title: '출처' as const, links }] : []),
  ]
}

/** The guides to what these words name, of those that this reader may use. */
export function findOwnGuides(words: string, { office }: Pick<Knowledge, 'office'>): readonly Guide[] {
  if (!office) return []
  return findGuides(words).filter(({ isForSuperusers }) => office.asker.isSuperuser || !isForSuperusers)
}
