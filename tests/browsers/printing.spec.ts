import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCases } from '../e2e/support/own-cases.ts'
import { removeSpaces } from '../e2e/support/printing.ts'
import { readPdf } from '../support/documents/read-pdf.ts'
import { printFile } from './support/driver.ts'
import { openCaseBook, waitUntilCopied } from './support/office-pages.ts'
import { button, dialog } from './support/target.ts'
import { expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

const rowCount = 50

test('prints every row of the list on landscape pages, without the screen around it', async ({
  office,
  colleague,
  device,
  staffTab: tab,
}) => {
  await makeCases(colleague, '종이로', rowCount)
  await openCaseBook(tab, office, '종이로')
  await waitUntilCopied(tab)
  await tab.press('Control+p')
  await tab.click(button('인쇄', dialog(/인쇄$/)))
  const path = join(device.downloads, printFile)
  const readPrint = async () => (existsSync(path) ? await readPdf(readFileSync(path)).catch(() => null) : null)
  await expect.poll(async () => (await readPrint())?.pages.length).toBeGreaterThan(1)
  const pages = (await readPrint())?.pages ?? []
  for (const { text, width, height } of pages) {
    expect(width).toBeGreaterThan(height)
    // Without digits: Firefox writes tabular ones as glyphs that stand for no letter.
    for (const words of ['사건부', '소유자', '등기목적', '출력자 김가온'])
      expect(removeSpaces(text)).toContain(removeSpaces(words))
    expect(text).not.toContain('지금 동기화')
  }
  const rows = pages.flatMap(({ text }) => removeSpaces(text).match(/소유권이전/g) ?? [])
  expect(rows).toHaveLength(rowCount)
})
