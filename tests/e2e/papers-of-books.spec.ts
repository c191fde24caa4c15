import { makeAddress } from './support/addresses.ts'
import type { Colleague } from './support/colleague.ts'
import { makeDeposits } from './support/deposits.ts'
import { goOffline } from './support/go-offline.ts'
import { chooseFiles, openPapers, paperCard, pdfFile } from './support/papers.ts'
import { expect, test } from './support/test.ts'
import { makeUnits } from './support/units.ts'

/** Cases of the case book have `papers.spec.ts`. */
const books: readonly [string, string, string, (colleague: Colleague) => Promise<unknown>][] = [
  ['a deposit case', '/services/deposit', '철공탁1', (colleague) => makeDeposits(colleague, '철공탁')],
  [
    'a dwelling',
    '/services/real-estate',
    '905동 1201호',
    (colleague) => makeUnits(colleague, '철세대마을', [{ dongho: '905동 1201호', owner: '최철' }]),
  ],
  [
    'an address',
    '/staff/addresses',
    '누리군 철면 77-1',
    (colleague) => makeAddress(colleague, { jibun: '누리군 철면 77-1' }),
  ],
]

for (const [what, list, name, make] of books) {
  test(`${what} has its 서류철: a file added without a network goes out and is there after a reload @offline`, async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await make(colleague)
    await openPapers(page, office.url + list, name)
    await goOffline(page, office)
    await chooseFiles(page, [pdfFile])
    const card = paperCard(page, /매매계약서/)
    await expect(card).toContainText('전송 대기')
    office.network.setReachable(true)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(card).not.toContainText('전송', { timeout: 60_000 })
    await page.reload()
    await expect(card).toBeVisible({ timeout: 30_000 })
    await expect(card).not.toContainText('전송')
  })
}
