import { makeAddress } from '../support/addresses.ts'
import { makeDeposits } from '../support/deposits.ts'
import { chooseFiles, openPapers, paperCard, pdfFile } from '../support/papers.ts'
import { expect, test } from '../support/test.ts'
import { makeUnits } from '../support/units.ts'

test.use({ reusesDevice: true })

/** Papers of the case book are tested in `papers.spec.ts`. */
test('saves documents added to the 서류철 of a deposit case, a unit and an address', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '철공탁')
  await makeUnits(colleague, '철세대마을', [{ dongho: '905동 1201호', owner: '최철' }])
  await makeAddress(colleague, { jibun: '누리군 철면 77-1' })
  const card = paperCard(page, /매매계약서/)
  for (const [list, name] of [
    ['/services/deposit', '철공탁1'],
    ['/services/real-estate', '905동 1201호'],
    ['/staff/addresses', '누리군 철면 77-1'],
  ] as const) {
    await openPapers(page, office.url + list, name)
    await chooseFiles(page, [pdfFile])
    await expect(card).toBeVisible()
    await expect(card).not.toContainText('전송', { timeout: 60_000 })
  }
  await page.reload()
  await expect(card).toBeVisible({ timeout: 30_000 })
  await expect(card).not.toContainText('전송')
})
