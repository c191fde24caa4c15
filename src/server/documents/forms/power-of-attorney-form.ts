import type { Band, FormDescription } from './form-description.ts'

const line = (words: string, name: string, height = 12): Band => ({
  kind: 'row',
  height,
  grows: true,
  cells: [
    { width: 40, words, align: 'center' },
    { width: 130, words: `{${name}}` },
  ],
})

/** 위임장. List `givers`: role, name with address, space for the seal. */
export const powerOfAttorneyForm: FormDescription = {
  isSealedAcross: true,
  pages: [
    [
      {
        kind: 'row',
        height: 18,
        rules: 'outside',
        cells: [{ width: 170, words: '위임장', size: 20, spacing: 1.2, align: 'center', isBold: true }],
      },
      {
        kind: 'row',
        height: 78,
        grows: true,
        cells: [
          { width: 40, words: '부동산의 표시', align: 'center' },
          { width: 130, words: '{property}\n{deal}' },
        ],
      },
      line('등기원인과\n그 연월일', 'cause'),
      line('등기의 목적', 'purpose'),
      {
        kind: 'each',
        list: 'extras',
        height: 10,
        grows: true,
        cells: [
          { width: 40, words: '{0}', align: 'center' },
          { width: 130, words: '{1}' },
        ],
      },
      line('대 리 인', 'agent', 20),
      { kind: 'row', height: 26, grows: true, rules: 'open', cells: [{ width: 170, words: '{words}', name: '위임' }] },
      { kind: 'row', height: 10, rules: 'open', cells: [{ width: 170, words: '{date}', align: 'center', size: 12 }] },
      { kind: 'row', height: 8, cells: [{ width: 170, words: '위 임 인', align: 'center' }] },
      {
        kind: 'each',
        list: 'givers',
        height: 13,
        grows: true,
        cells: [
          { width: 30, words: '{0}', align: 'center' },
          { width: 120, words: '{1}', name: '위임인' },
          { width: 20, words: '{2}', align: 'center', size: 9 },
        ],
      },
    ],
  ],
}
