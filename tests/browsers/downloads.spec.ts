import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import XLSX from '@e965/xlsx'
import { makeReadyUnits } from '../e2e/support/applications.ts'
import { makeCases } from '../e2e/support/own-cases.ts'
import { readPdf } from '../support/documents/read-pdf.ts'
import { goOffline, openCaseBook, waitUntilCopied } from './support/office-pages.ts'
import { openPapers, paperCard, paperFiles, writePdf } from './support/papers.ts'
import { button, dialog, link, role, text } from './support/target.ts'
import { type Device, expect, test } from './support/test.ts'

test.use({ reusesDevice: true })

test('exports a list to Excel under its Korean name, online and offline', async ({
  office,
  colleague,
  device,
  staffTab: tab,
}) => {
  await makeCases(colleague, '내려받음', 2)
  await openCaseBook(tab, office, '내려받음', 2)
  const exportList = async () => {
    await tab.click(button('엑셀 내보내기'))
    await tab.click(button('내보내기', dialog('엑셀 내보내기')))
    await tab.seeGone(dialog('엑셀 내보내기'))
  }
  await exportList()
  const [online] = await waitForDownloads(device, 1)
  expect(online?.name.normalize('NFC')).toMatch(/^등기사건부_\d{4}-\d\d-\d\d\.xlsx$/)
  await goOffline(tab, office)
  await exportList()
  const files = await waitForDownloads(device, 2)
  for (const file of files) expect(readOwnersOfSheet(file.content)).toEqual(['내려받음1', '내려받음2'])
})

test('downloads the applications of two units as one PDF', async ({ office, colleague, device, staffTab: tab }) => {
  await makeReadyUnits(colleague, '받을신청서', 2)
  await tab.open(`${office.url}/services/real-estate?search=${encodeURIComponent('받을신청서')}`)
  await waitUntilCopied(tab)
  for (const row of [0, 1]) await tab.click(role('checkbox', /행 선택$/, { css: `[data-rowhead][data-row="${row}"]` }))
  await tab.click(button('신청서 다운로드 (2)'))
  await tab.see(text(/\d+개 항목/, dialog('신청서 다운로드')))
  await tab.click(button('다운로드', dialog('신청서 다운로드')))
  const [file] = await waitForDownloads(device, 1)
  expect(file?.name.normalize('NFC')).toMatch(/^등기신청서_2건_\d{8}\.pdf$/)
  const pdf = await readPdf(file?.content ?? Buffer.of())
  expect(pdf.text.match(/900101-1000002/g)?.length).toBeGreaterThanOrEqual(2)
})

test('shows a PDF that was added to a case, with a link to open it', async ({ office, colleague, staffTab: tab }) => {
  await makeCases(colleague, '볼서류')
  await openCaseBook(tab, office, '볼서류')
  await waitUntilCopied(tab)
  await openPapers(tab, '볼서류1')
  await tab.chooseFile(paperFiles, writePdf())
  await tab.click(paperCard(/매매계약서/))
  await tab.see(link('PDF 열기', { css: 'dialog, [role=dialog]' }))
})

/** All complete files in the order of their names. */
async function waitForDownloads(device: Device, count: number): Promise<{ name: string; content: Buffer }[]> {
  const list = () =>
    existsSync(device.downloads)
      ? readdirSync(device.downloads)
          .filter((name) => !/\.(part|wkdownload)$/.test(name))
          .toSorted()
      : []
  const readAll = () => list().map((name) => ({ name, content: readFileSync(join(device.downloads, name)) }))
  await expect.poll(() => readAll().filter(({ content }) => content.length > 0).length).toBe(count)
  return readAll()
}

function readOwnersOfSheet(content: Buffer): string[] {
  const workbook = XLSX.read(content, { type: 'buffer' })
  const rows = XLSX.utils.sheet_to_json<Record<string, string>>(workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {})
  return rows.flatMap((row) => row['소유자'] ?? [])
}
