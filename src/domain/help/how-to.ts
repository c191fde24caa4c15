import type { ScreenLabel } from './office-screens.ts'

/** How something is done in the app. */
export interface HowTo {
  readonly title: string
  /** What users call it; see `findGuides`. */
  readonly names: string
  readonly steps: string
  /** The screens where it is done; none for what is done anywhere. */
  readonly at: readonly ScreenLabel[]
  readonly isForSuperusers?: true
}

export interface HowToTopic {
  readonly title: string
  readonly howTos: readonly HowTo[]
}

// Verbs in the names of how-tos.
export const add = '추가/등록/만들/입력/생성/적/쓰/넣/신규/새로'
export const change = '바꾸/바꿔/바꿀/변경/수정/고치/고쳐/고칠'
export const remove = '삭제/지우/지워/지울/없애'
export const get = '받/다운/내려/출력/저장/뽑'
