import { z } from 'zod'
import { refusal } from './record-tools.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({ words: z.string().min(1).max(300) })

/** Passages of what the office has made public, with where they stand. */
export const searchPagesTool: Tool<typeof schema> = {
  name: 'search_pages',
  description: 'Searches the public pages, FAQ and posts of the office. `words`: what is looked for, in Korean.',
  parameters: schema,
  isOffered: () => true,
  label: () => '공개된 안내에서 찾고 있습니다.',
  async run({ words }, { pages }) {
    const found = await pages.search(words, 3)
    if (found.length === 0) return refusal('nothing was found')
    const links = [...new Map(found.map(({ link }) => [link.href, link])).values()]
    return {
      parts: [{ kind: 'sources', title: '출처', links }],
      text: JSON.stringify(found.map(({ link, text }) => ({ title: link.label, text }))),
    }
  },
}
