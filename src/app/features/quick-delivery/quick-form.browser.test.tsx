import { useRef } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { commands, type Locator, page } from 'vitest/browser'
import type { AnyRecord } from '#contract/books/field.ts'
import { ime, press } from '#tests/component/table/table-steps.ts'
import { type FormState, QuickForm, useQuickForm } from './quick-form.tsx'
import { useQuickKeys } from './quick-keys.ts'

const texts = new Map([
  ['rider', ['정하람', '김가온']],
  ['sender', ['사무소']],
])

/** The form with its page's shortcuts; `done` records the actions. */
function FormWithKeys({ done, onForm }: { done: string[]; onForm: (form: FormState) => void }) {
  const formRef = useRef<HTMLFormElement>(null)
  const form = useQuickForm('quick-form-test')
  onForm(form)
  const report = (event: string) => () => done.push(event) > 0
  useQuickKeys({ save: report('save'), find: report('find'), new: report('new'), cancel: report('cancel') })
  return (
    <QuickForm
      form={form}
      formRef={formRef}
      isOpen
      isSaving={false}
      balance={12_900}
      suggestions={{ textsOf: (key) => texts.get(key), refresh: () => undefined }}
      onToggle={() => undefined}
      onSave={() => void done.push('save')}
      onCancel={() => {
        done.push('cancel edit')
        form.endEdit()
      }}
    />
  )
}

interface QuickFormHarness {
  readonly done: string[]
  edit(record: AnyRecord): void
}

async function openForm(): Promise<QuickFormHarness> {
  const done: string[] = []
  const rendered: { form?: FormState } = {}
  await render(<FormWithKeys done={done} onForm={(form) => (rendered.form = form)} />)
  // Input survives a change of screens, so the previous test's is still there.
  rendered.form?.startNew()
  await expect.element(getField('기사명')).toHaveValue('')
  return { done, edit: (record) => rendered.form?.edit(record) }
}

function getField(label: string): Locator {
  return page.getByCss('form').getByLabelText(label)
}

const ride: AnyRecord = {
  id: '00000000-0000-7000-8000-000000000001',
  version: 1,
  inserted_at: '2026-11-20T05:05:00+00:00',
  updated_at: '2026-11-20T05:05:00+00:00',
  created_at: '2026-11-20T05:05:00+00:00',
  rider: '김가온',
  amount: 1000,
}

test('walks the fields with Enter and Shift+Enter up to the save button, and saves with Ctrl+S', async () => {
  const { done } = await openForm()
  const save = page.getByRole('button', { name: '저장' })
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(save).toHaveAccessibleDescription('기사명이나 금액처럼 한 가지는 입력해 주세요.')
  await getField('기사명').click()
  await commands.typeText('이도담')
  for (const [label, text] of [
    ['보내는 분', '솔빛'],
    ['받는 분', '여울등기소'],
    ['금액(원)', '12500'],
  ] as const) {
    await press('Enter')
    await expect.element(getField(label)).toHaveFocus()
    await commands.typeText(text)
  }
  await press('ArrowDown', 'Enter')
  await expect.element(getField('메모')).toHaveFocus()
  await expect.element(getField('금액(원)')).toHaveValue('12,400')
  await press('Enter')
  await expect.element(page.getByRole('button', { name: '저장' })).toHaveFocus()
  await press('Control+KeyS')
  await expect.poll(() => done).toEqual(['save'])
  await getField('메모').click()
  await press('Shift+Enter')
  await expect.element(getField('금액(원)')).toHaveFocus()
})

test('takes a highlighted suggestion with Enter and goes to the next field', async () => {
  await openForm()
  await getField('기사명').click()
  await commands.typeText('정')
  await expect.element(page.getByRole('option', { name: '정하람' })).toBeVisible()
  await press('ArrowDown', 'Enter')
  await expect.element(getField('기사명')).toHaveValue('정하람')
  await expect.element(getField('보내는 분')).toHaveFocus()
})

test('leaves Enter, Ctrl+S and Escape to the input method during composition', async () => {
  const { done, edit } = await openForm()
  await getField('기사명').click()
  await ime.compose('ㅎ', '하', '한')
  await ime.press229('Enter', 'Enter')
  await expect.element(getField('기사명')).toHaveFocus()
  await expect.element(getField('기사명')).toHaveValue('한')
  await press('Control+KeyS')
  await ime.press229('Escape', 'Escape')
  await ime.accept('한')
  await expect.element(getField('기사명')).toHaveValue('한')
  expect(done).toEqual([])
  await press('Enter')
  await expect.element(getField('보내는 분')).toHaveFocus()
  await ime.compose('ㅅ', '소', '솔')
  await ime.accept('솔')
  await press('Control+KeyS')
  await expect.poll(() => done).toEqual(['save'])

  edit(ride)
  await getField('메모').click()
  await ime.compose('ㄱ', '가')
  await ime.press229('Escape', 'Escape')
  await expect.element(page.getByRole('button', { name: '수정 완료' })).toBeVisible()
  await expect.element(getField('메모')).toHaveValue('가')
  await ime.accept('가')
  await press('Escape')
  await expect.element(page.getByRole('button', { name: '저장' })).toBeVisible()
  expect(done).toEqual(['save', 'cancel edit'])
})

test('says at the amount how far a charge exceeds the balance, and still saves it', async () => {
  const { done } = await openForm()
  await getField('금액(원)').click()
  await commands.typeText('50000')
  await expect.element(getField('금액(원)')).toHaveAccessibleDescription('잔액보다 37,100원 많습니다.')
  await press('Control+KeyS')
  await expect.poll(() => done).toEqual(['save'])
})
