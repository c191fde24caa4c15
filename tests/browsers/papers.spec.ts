import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCases } from '../e2e/support/own-cases.ts'
import { pdfFile } from '../e2e/support/papers.ts'
import { chooseTmpdir } from '../support/runner/quick-tmpdir.ts'
import { goOffline, openCaseBook } from './support/office-pages.ts'
import type { Tab } from './support/tab.ts'
import { button, caseRow, role } from './support/target.ts'
import { expect, test } from './support/test.ts'

const card = { css: 'button', text: /매매계약서/, inside: { css: '[role=list], ul', name: '서류 목록' } }

async function openPapers(tab: Tab): Promise<void> {
  await tab.click(button(/행 상세$/, caseRow('서류철1')))
  await tab.click(role('tab', '서류철'))
  await tab.see(button('파일 추가'))
}

test('a paper chosen without a server survives a killed browser and is sent', async ({
  office,
  colleague,
  device,
  staffTab: tab,
}) => {
  await makeCases(colleague, '서류철')
  const path = join(mkdtempSync(join(chooseTmpdir(), 'paper-')), pdfFile.name)
  writeFileSync(path, pdfFile.buffer)
  await openCaseBook(tab, office, '서류철')
  await goOffline(tab, office)
  await openPapers(tab)
  await tab.chooseFile('[data-testid=paper-files]', path)
  await tab.see(card)
  await tab.see(/사진·서류 1개 전송 대기/)
  await device.kill()

  const morning = await device.start()
  await openCaseBook(morning, office, '서류철')
  await openPapers(morning)
  await morning.see(card)
  office.network.setReachable(true)
  await morning.see('동기화됨', 120_000)
  await expect.poll(() => morning.read(card), { timeout: 60_000 }).toEqual([expect.not.stringContaining('전송')])
})
