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

test('prints every row of the list once, without the screen around it', async ({
  office,
  colleague,
  device,
  engine,
  staffTab: tab,
}) => {
  // The same window prints to a file when no driver controls it.
  test.skip(engine === 'webkit', 'WebKitGTK prints nothing under automation')
  await makeCases(colleague, '찍어냄', rowCount)
  await openCaseBook(tab, office, '찍어냄', rowCount)
  await waitUntilCopied(tab)
  await tab.press('Control+p')
  await tab.click(button('인쇄', dialog(/인쇄$/)))
  const path = join(device.downloads, printFile)
  const readPrint = async () =>
    existsSync(path)
      ? removeSpaces(
          await readPdf(readFileSync(path)).then(
            (pdf) => pdf.text,
            () => '',
          ),
        )
      : ''
  await expect.poll(async () => (await readPrint()).match(/소유권이전/g) ?? []).toHaveLength(rowCount)
  const printed = await readPrint()
  // Without digits and bold letters, which Firefox writes as glyphs that stand for no letter.
  expect(printed).toContain('출력자김가온')
  expect(printed).not.toContain('지금동기화')
})
