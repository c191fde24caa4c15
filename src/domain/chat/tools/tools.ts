import { z } from 'zod'
import { findScreen } from './find-screen.ts'
import { cardUsageTotals, leaveBalance, quickBalance } from './ledger-tools.ts'
import { proposeChange } from './propose-change.ts'
import { countCaseStates, createRefusal, findRecords, sumRecords } from './record-tools.ts'
import { sheetRows, sheetSum } from './sheet-tools.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({ words: z.string().min(1).max(300) })

/** Passages of the office's public texts, with links. */
const searchPagesTool: Tool<typeof schema> = {
  name: 'search_pages',
  description: 'Searches the public pages, FAQ and posts of the office. `words`: what is looked for, in Korean.',
  parameters: schema,
  isOffered: () => true,
  label: () => '공개된 안내에서 찾고 있습니다.',
  async run({ words }, { pages }) {
    const found = await pages.search(words, 3)
    if (found.length === 0) return createRefusal('nothing was found')
    const links = [...new Map(found.map(({ link }) => [link.href, link])).values()]
    return {
      parts: [{ kind: 'sources', title: '출처', links }],
      text: JSON.stringify(found.map(({ link, text }) => ({ title: link.label, text }))),
    }
  },
}

/** All tools a language model may call; `isOffered` decides which of them a reader gets. */
export const chatTools: readonly Tool[] = [
  searchPagesTool,
  findRecords,
  sumRecords,
  countCaseStates,
  cardUsageTotals,
  quickBalance,
  leaveBalance,
  findScreen,
  proposeChange,
  sheetRows,
  sheetSum,
]
