import { makeCases } from '../e2e/support/own-cases.ts'
import { goOffline, openCaseBook } from './support/office-pages.ts'
import { openPapers, paperCard, paperFiles, writePdf } from './support/papers.ts'
import { expect, test } from './support/test.ts'

test('a paper chosen without a server survives a killed browser and is sent', async ({
  office,
  colleague,
  device,
  staffTab: tab,
}) => {
  const card = paperCard(/매매계약서/)
  await makeCases(colleague, '서류철')
  await openCaseBook(tab, office, '서류철')
  await goOffline(tab, office)
  await openPapers(tab, '서류철1')
  await tab.chooseFile(paperFiles, writePdf())
  await tab.see(card)
  await tab.see(/사진·서류 1개 전송 대기/)
  await device.kill()

  const morning = await device.start()
  await openCaseBook(morning, office, '서류철')
  await openPapers(morning, '서류철1')
  await morning.see(card)
  office.network.setReachable(true)
  await morning.see('동기화됨', 120_000)
  await expect.poll(() => morning.read(card), { timeout: 60_000 }).toEqual([expect.not.stringContaining('전송')])
})
