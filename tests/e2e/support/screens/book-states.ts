import type { Page } from '@playwright/test'
import type { WalkState } from './screen.ts'

const dialog = '[role=dialog]'

export const realEstateStates: readonly WalkState[] = [
  {
    name: '엑셀 가져오기',
    within: dialog,
    async open(page) {
      await page.getByRole('button', { name: '엑셀 가져오기' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: '일괄 수정, with what is missing',
    within: dialog,
    async open(page, { url, name }) {
      await page.goto(`${url}/services/real-estate?tab=table&search=${encodeURIComponent(name)}`)
      for (const owner of [`${name}1`, `${name}2`]) await findRowWithText(page, owner).getByRole('checkbox').click()
      await page.getByRole('button', { name: '일괄 수정', exact: true }).click()
      const edit = page.getByRole('dialog', { name: /^일괄 수정/ })
      for (const field of ['사업구간', '등기목적', '보수료', '등기접수일'])
        await edit.getByRole('checkbox', { name: field, exact: true }).check()
      await edit.getByRole('button', { name: '등기목적 현재 값 보기' }).click()
      await edit.getByRole('button', { name: '미리보기' }).click()
    },
  },
  {
    name: '일괄 수정, the preview',
    within: dialog,
    async open(page) {
      await page.getByRole('button', { name: '일괄 수정', exact: true }).click()
      const edit = page.getByRole('dialog', { name: /^일괄 수정/ })
      await edit.getByRole('checkbox', { name: '등기목적', exact: true }).check()
      await edit.getByLabel('등기목적 새 값').fill('말소')
      await edit.getByRole('button', { name: '미리보기' }).click()
      await edit.getByRole('table').waitFor()
    },
  },
]

export const unitStates: readonly WalkState[] = [
  {
    name: '신청서 작성, with what is missing',
    within: dialog,
    async open(page, { url, name }) {
      await page.goto(`${url}/services/real-estate?search=${encodeURIComponent(name)}`)
      for (const row of [0, 1]) await page.locator(`[data-rowhead][data-row="${row}"]`).getByRole('checkbox').click()
      await page.getByRole('button', { name: '신청서 작성 (2)' }).click()
      const form = page.getByRole('dialog', { name: /^등기신청서 작성/ })
      await form.getByRole('button', { name: '토지 추가' }).click()
      await form.getByLabel('등기원인일').fill('')
      await form.getByRole('button', { name: /^(저장 후 다음|신청서 작성)$/ }).click()
      await form.getByText('등기원인일: 필수 항목입니다.').waitFor()
    },
  },
  {
    name: '신청서 다운로드',
    within: dialog,
    async open(page) {
      await page.getByRole('button', { name: '신청서 다운로드 (2)' }).click()
      await page.getByText('확인할 항목이 있는 세대 2건').waitFor()
      await page.locator('summary').first().click()
    },
  },
]

export const windowStates: readonly WalkState[] = [
  {
    name: 'a plot and a grantor added',
    async open(page) {
      for (const part of ['토지', '상대방']) await page.getByRole('button', { name: `${part} 추가` }).click()
    },
  },
  {
    name: '번호 보기 without a reason',
    within: dialog,
    async open(page) {
      await page.getByRole('button', { name: /번호 보기$/ }).click()
      const shown = page.getByRole('dialog', { name: '번호 보기' })
      await shown.getByLabel('조회 사유').selectOption('직접 입력')
      await shown.getByRole('button', { name: '보기', exact: true }).click()
      await shown.getByText('조회 사유를 두 글자 이상 적어 주세요.').waitFor()
    },
  },
  {
    name: '번호 보기 with the number',
    within: dialog,
    async open(page) {
      await page.getByRole('button', { name: /번호 보기$/ }).click()
      const shown = page.getByRole('dialog', { name: '번호 보기' })
      await shown.getByLabel('조회 사유').selectOption('본인 확인')
      await shown.getByRole('button', { name: '보기', exact: true }).click()
      await shown.getByText('900101-1000002').waitFor()
    },
  },
  {
    name: '번호로 찾기',
    within: dialog,
    async open(page) {
      await page.getByRole('button', { name: '번호로 찾기' }).click()
      const search = page.getByRole('dialog', { name: '번호로 찾기' })
      await search.getByLabel('주민등록번호').pressSequentially('9001011000002')
      await search.getByRole('link').first().waitFor()
    },
  },
]

export const depositStates: readonly WalkState[] = [
  {
    name: '사건 추가, with what is missing',
    within: dialog,
    async open(page) {
      await page.getByRole('button', { name: '사건 추가' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: '저장' }).click()
    },
  },
  {
    name: 'a case opened, without an address',
    async open(page, { url, name }) {
      await page.goto(`${url}/services/deposit?search=${encodeURIComponent(name)}`)
      await findRowWithText(page, `${name}1`).getByRole('button', { name: /상세$/ }).first().click()
      const panel = page.getByRole('region', { name: /^공탁 사건 상세: / })
      await panel.getByRole('tab', { name: '부동산 주소' }).click()
      await panel.getByRole('button', { name: '새 주소로 등록' }).waitFor()
    },
  },
  {
    name: 'the case with its address',
    async open(page) {
      const panel = page.getByRole('region', { name: /^공탁 사건 상세: / })
      await panel.getByRole('button', { name: '새 주소로 등록' }).click()
      await panel.getByRole('tab', { name: '부동산(등기부)' }).waitFor()
    },
  },
]

export const addressStates: readonly WalkState[] = [
  ...(['상태 변경', '토지조서 생성', '공문서 생성'].map((action, index) => ({
    name: action,
    within: dialog,
    async open(page: Page, { url, jibun }: { url: string; jibun: string }) {
      if (index === 0) {
        await page.goto(`${url}/staff/addresses?search=${encodeURIComponent(jibun)}`)
        await findRowWithText(page, jibun).getByRole('checkbox').click()
      }
      await page.getByRole('button', { name: '부동산 작업 (1)' }).click()
      await page.getByRole('menuitem', { name: action }).click()
      await page.getByRole('dialog').waitFor()
      if (action !== '상태 변경') await page.getByRole('list', { name: '확인할 주소' }).waitFor()
    },
  })) satisfies readonly WalkState[]),
  {
    name: '등본 발급',
    within: dialog,
    async open(page, { jibun }) {
      await findRowWithText(page, jibun).getByRole('button', { name: /상세$/ }).first().click()
      await findPanel(page).getByRole('tab', { name: '부동산(등기부)' }).click()
      await findPanel(page).getByRole('button', { name: '등본 발급' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  ...['소유자', '토지', '건물'].map((part) => ({
    name: `${part} of an address`,
    async open(page: Page) {
      await findPanel(page).getByRole('tab', { name: part, exact: true }).click()
      await findPanel(page)
        .getByRole('button', { name: `${part} 추가` })
        .waitFor()
    },
  })),
  {
    name: 'a building being added',
    async open(page) {
      await findPanel(page).getByRole('button', { name: '건물 추가' }).click()
      await findPanel(page).getByRole('group', { name: '건물 1' }).getByLabel('용도').fill('창고')
    },
  },
  {
    name: '주소 추가, with what is missing',
    within: dialog,
    async open(page) {
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: '주소 추가' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: '저장' }).click()
    },
  },
]

function findPanel(page: Page) {
  return page.getByRole('region', { name: /^부동산 주소 상세: / })
}

/** The row with this text in one of its cells. */
function findRowWithText(page: Page, text: string) {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(text, { exact: true }) })
}
