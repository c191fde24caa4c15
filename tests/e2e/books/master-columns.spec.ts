import { openMaster } from '../support/master-data.ts'
import { expect, test } from '../support/test.ts'

test('a master list leaves out hidden columns and those not shown by default', async ({ office, staffPage: page }) => {
  await openMaster(page, office.url, 'manager')
  const column = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await expect(column('부서')).toBeVisible()
  await page.getByRole('button', { name: '컬럼 관리' }).click()
  const dialog = page.getByRole('dialog', { name: '컬럼 관리' })
  await dialog.getByRole('checkbox', { name: '부서' }).uncheck()
  await dialog.getByRole('button', { name: '설정 저장' }).click()
  await expect(column('부서')).toHaveCount(0)
  await expect(column('이름')).toBeVisible()

  await openMaster(page, office.url, 'project')
  await expect(column('사업구간명')).toBeVisible()
  await expect(column('설명')).toHaveCount(0)
})
