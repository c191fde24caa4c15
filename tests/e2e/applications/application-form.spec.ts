import { applicationDialog as form, writeForms } from '../support/application-dialog.ts'
import { listApplications, makeReadyUnits, searchUnits } from '../support/applications.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { goOffline, waitUntilAllStored } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('writes five forms in a row, with skipping and going back, and returns numbers only masked', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const units = await makeReadyUnits(colleague, '신청서묶음', 5)
  await searchUnits(page, office.url, '신청서묶음')
  await writeForms(page, 5)
  await expect(form(page)).toHaveAccessibleName('등기신청서 작성 (1 / 5)')
  await expect(form(page).getByLabel('신청 유형')).toHaveValue('ownership_transfer')
  await expect(form(page).getByLabel('등기원인일')).toHaveValue('2026-05-04')
  await expect(form(page).getByLabel('거래가액')).toHaveValue('350,000,000')
  await expect(form(page).getByRole('status', { name: '총 비용' })).toContainText('4,330,000원')
  await expect(form(page).getByText('등기의무자(매도인)를 입력해 주세요.', { exact: false })).toBeVisible()

  await form(page).getByRole('button', { name: '이전', exact: true }).click()
  await expect(page.getByText('첫 번째 신청서입니다.')).toBeVisible()
  await form(page).getByRole('button', { name: '건너뛰기' }).click()
  await expect(page.getByText('현재 신청서를 건너뜁니다. (2/5)')).toBeVisible()
  await form(page).getByRole('button', { name: '이전', exact: true }).click()
  await expect(form(page)).toHaveAccessibleName('등기신청서 작성 (1 / 5)')
  for (let next = 2; next <= 5; next += 1) {
    await form(page).getByRole('button', { name: '저장 후 다음' }).click()
    await expect(page.getByText(`다음 신청서로 이동합니다. (${next}/5)`)).toBeVisible()
  }
  await form(page).getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(page.getByText('모든 신청서 작성이 완료되었습니다.')).toBeVisible()
  await expect(form(page)).toBeHidden()
  for (const unit of units) {
    await expect
      .poll(() => listApplications(colleague, unit))
      .toMatchObject([{ application_type: 'ownership_transfer', acquisition_tax: 3_850_000 }])
  }
  const saved = JSON.stringify(await listApplications(colleague, units[0] ?? ''))
  expect(saved).toContain('900101-1******')
  expect(saved).not.toContain('1000002')
})

test('marks and focuses missing fields, requires shares of 100 %, and undoes the whole form', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [unit = ''] = await makeReadyUnits(colleague, '당사자추가', 1)
  await searchUnits(page, office.url, '당사자추가')
  await writeForms(page, 1)
  await form(page).getByLabel('등기원인일').fill('')
  await form(page).getByRole('button', { name: '권리자 1 삭제' }).click()
  await expect(page.getByText('권리자는 최소 1명 이상이어야 합니다.')).toBeVisible()
  await page.getByRole('button', { name: '확인', exact: true }).click()
  await form(page).getByRole('button', { name: '권리자 추가' }).click()
  await form(page).getByRole('button', { name: '권리자 추가' }).click()
  await expect(form(page).getByText('지분 합계 100%')).toBeVisible()
  await form(page).getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(form(page).getByText('등기원인일: 필수 항목입니다.')).toBeVisible()
  await expect(form(page).getByLabel('등기원인일')).toBeFocused()

  await form(page).getByLabel('등기원인일').fill('2026-05-04')
  await form(page).getByRole('button', { name: '권리자 3 삭제' }).click()
  const second = form(page).getByRole('group', { name: '권리자 2' })
  await second.getByLabel('성명').fill('공유 둘')
  await second.getByLabel('주민등록번호').pressSequentially('9013011000003')
  await second.getByLabel('주소').fill('가람도 솔빛시 달빛동')
  await second.getByLabel('지분(%)').fill('60')
  await form(page).getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(second.getByText(/생년월일/)).toBeVisible()
  await expect(form(page).getByText('지분 합계 110%', { exact: false })).toBeVisible()
  await second.getByLabel('주민등록번호').fill('')
  await second.getByLabel('주민등록번호').pressSequentially('8501011000003')
  await expect(second.getByLabel('주민등록번호')).toHaveValue('850101-1******')
  await second.getByLabel('지분(%)').fill('50')
  await form(page).getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(page.getByText('신청서가 작성되었습니다.')).toBeVisible()
  const listOwners = () =>
    colleague.get<{ owner: string; owner_num: string; share: number }[]>(
      `/api/mysql/realestate/owner/list?group_data_id=${unit}`,
    )
  await expect.poll(listOwners).toMatchObject([
    { owner: '당사자추가1', owner_num: '900101-1******', share: 50 },
    { owner: '공유 둘', owner_num: '850101-1******', share: 50 },
  ])
  await page.getByRole('button', { name: /^실행 취소/ }).click()
  await expect.poll(listOwners).toMatchObject([{ owner: '당사자추가1', share: 100 }])
  await expect.poll(() => listApplications(colleague, unit)).toEqual([])
})

test('writes, reopens and copies a form offline, and sends both once @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [unit = ''] = await makeReadyUnits(colleague, '오프라인신청', 1)
  await searchUnits(page, office.url, '오프라인신청')
  await goOffline(page, office)
  await writeForms(page, 1)
  await form(page).getByRole('textbox', { name: '특이사항' }).fill('잔금 후 접수')
  await form(page).getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(form(page)).toBeHidden()
  await page.getByRole('button', { name: '신청서 작성 (1)' }).click()
  await expect(form(page).getByRole('textbox', { name: '특이사항' })).toHaveValue('잔금 후 접수')
  await form(page).getByRole('button', { name: '복사해서 새로 작성' }).click()
  await form(page).getByRole('textbox', { name: '특이사항' }).fill('두 번째')
  await form(page).getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(form(page)).toBeHidden()
  office.network.setReachable(true)
  await waitUntilAllStored(page)
  await expect
    .poll(() => listApplications(colleague, unit))
    .toMatchObject([{ special_notes: '잔금 후 접수' }, { special_notes: '두 번째' }])
})

test('deletes a saved form but not the parties of its unit, and undo restores it', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [unit = ''] = await makeReadyUnits(colleague, '신청서지움', 1)
  await searchUnits(page, office.url, '신청서지움')
  await writeForms(page, 1)
  await form(page).getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(form(page)).toBeHidden()
  await expect.poll(() => listApplications(colleague, unit)).toHaveLength(1)
  await page.getByRole('button', { name: '신청서 작성 (1)' }).click()
  await form(page).getByRole('button', { name: '신청서 삭제' }).click()
  const question = confirmDialog(page, "'신청서지움 단지 101동 101호' 신청서를 삭제하시겠습니까?")
  await expect(question).toContainText('세대의 토지와 당사자는 그대로 남습니다.')
  await question.getByRole('button', { name: '삭제' }).click()
  await expect(page.getByText('신청서가 삭제되었습니다.')).toBeVisible()
  await expect(form(page).getByLabel('저장된 신청서')).toHaveCount(0)
  await expect(form(page).getByLabel('성명').first()).toHaveValue('신청서지움1')
  await expect.poll(() => listApplications(colleague, unit)).toEqual([])
  await form(page).getByRole('button', { name: '취소', exact: true }).click()
  await page.getByRole('button', { name: /^실행 취소/ }).click()
  await expect.poll(() => listApplications(colleague, unit)).toHaveLength(1)
})
