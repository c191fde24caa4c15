import { listOwnCases, makeCases } from '../e2e/support/own-cases.ts'
import { openCaseBook, readPurpose, typeIntoPurpose } from './support/office-pages.ts'
import { expect, test } from './support/test.ts'

test.use({ isPrivate: true })

test('in a private window the work goes on, and a reload shows it again', async ({
  office,
  colleague,
  staffTab: tab,
}) => {
  await makeCases(colleague, '비공개창')
  await openCaseBook(tab, office, '비공개창')
  await typeIntoPurpose(tab, '비공개창1', '남기지 않는 목적')
  await expect.poll(async () => (await listOwnCases(colleague, '비공개창'))[0]?.purpose).toBe('남기지 않는 목적')
  await tab.reload()
  await expect.poll(() => readPurpose(tab, '비공개창1')).toContain('남기지 않는 목적')
})
