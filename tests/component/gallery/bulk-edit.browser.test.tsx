import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pressOn } from '../steps.ts'
import { ime, press } from '../table/table-steps.ts'
import { openGallery } from './open-gallery.tsx'

test('일괄 수정 by keyboard ignores keys during composition and lists refused rows with the reason', async () => {
  await openGallery('records')
  await pressOn(page.getByRole('button', { name: '일괄 수정' }), 'Enter')
  const dialog = page.getByRole('dialog', { name: /^일괄 수정/ })
  await pressOn(dialog.getByRole('checkbox', { name: '등기목적', exact: true }), 'Space')
  const value = dialog.getByLabelText('등기목적 새 값')
  await value.click()
  await ime.compose('ㅅ', '사', '상')
  await ime.accept('상')
  await ime.compose('ㅅ', '소', '속')
  await ime.press229('Enter', 'Enter')
  await ime.press229('Escape', 'Escape')
  await expect.element(value).toHaveValue('상속')
  await ime.accept('속')
  await press('Enter')
  await expect.element(dialog.getByRole('button', { name: '뒤로' })).toHaveFocus()
  await press('Tab', 'Enter')
  const refused = dialog.getByRole('region', { name: '저장되지 않은 행' })
  await expect.element(refused).toMatchTextContent('소유자 8')
  await expect.element(refused).toMatchTextContent('다른 사람이 먼저 수정한 내용과 겹칩니다.')
})
