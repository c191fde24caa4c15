import { applicationDialog, writeForms } from '../support/application-dialog.ts'
import { listApplications, makeReadyUnits, searchUnits } from '../support/applications.ts'
import { goOffline, waitUntilAllStored } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('sends five forms written offline once each, also one filled in after skipping it @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const units = await makeReadyUnits(colleague, '끊긴묶음', 5)
  await searchUnits(page, office.url, '끊긴묶음')
  await goOffline(page, office)
  await writeForms(page, 5)
  const form = applicationDialog(page)
  const isAt = (place: number) => expect(form).toHaveAccessibleName(`등기신청서 작성 (${place} / 5)`)
  const saveAt = async (place: number) => {
    await isAt(place)
    await form.getByRole('textbox', { name: '특이사항' }).fill(`끊긴 채 ${place}번째`)
    await form.getByRole('button', { name: place === 5 ? '신청서 작성' : '저장 후 다음', exact: true }).click()
  }
  await saveAt(1)
  await isAt(2)
  await form.getByRole('button', { name: '건너뛰기' }).click()
  await expect(page.getByText('현재 신청서를 건너뜁니다. (3/5)')).toBeVisible()
  await isAt(3)
  await form.getByRole('button', { name: '이전', exact: true }).click()
  for (const place of [2, 3, 4, 5]) await saveAt(place)
  await expect(page.getByText('모든 신청서 작성이 완료되었습니다.')).toBeVisible()
  await expect(form).toBeHidden()
  expect(await Promise.all(units.map((unit) => listApplications(colleague, unit)))).toEqual([[], [], [], [], []])

  office.network.setReachable(true)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await waitUntilAllStored(page)
  const arrived = (await Promise.all(units.map((unit) => listApplications(colleague, unit)))).flat()
  const saved = arrived.map(({ special_notes: note }) => String(note)).toSorted()
  expect(saved).toEqual([1, 2, 3, 4, 5].map((place) => `끊긴 채 ${place}번째`))
  // The owners existed before: saving a form unchanged must not duplicate them.
  for (const unit of units)
    expect(await colleague.get(`/api/mysql/realestate/owner/list?group_data_id=${unit}`)).toHaveLength(1)
})
