import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { createCaseStateFilters } from '#domain/real-estate/case-state.ts'
import { createEmptyFilter } from '../record-filters.ts'

/** A label that means no state in a question: 기타 may be anything. */
export const ambiguousLabels = new Set(['기타'])

interface StateWords {
  readonly pattern: RegExp
  createFilters(today: string): readonly Filter[]
}

const finishedPattern =
  /(?<!(?:접수|청구|발송|입금|발행)[은는이가을를]?\s?)(?:끝[난났낸냈]|종결|마[친쳤])(?!지)[가-힣]*/

/** Everything but what is finished: 완료되지 않은, 안 끝난. */
const unfinishedWork: StateWords = {
  pattern:
    /미완료(?:된|인)?|완료[가는도]?\s*(?:되지|하지)\s*않은|완료[가는도]?\s*(?:안|못)\s*(?:된|한|됐)[가-힣]*|(?:안|못|덜|아직)\s*끝(?:난|나|낸|내|났)[가-힣]*|끝나지\s*않은|남은(?=\s|$)/,
  createFilters: () => [{ op: 'one_of', field: 'status', values: ['대기중', '진행중', '보류'] }],
}

const filed = '(?:등기)?(?:이|가|은|는)? ?(?:처리)?(?:이|가|은|는)? ?'
const moved = `(?:소유권)? ?이전 ?${filed}`
const secured = `(?:근저당권?)? ?설정 ?${filed}`
const isOpen =
  '(?:미완료|미처리|(?:아직 ?)?(?:안|못|덜) ?(?:된|끝난|됐|끝났|한|마친)|아직|(?:완료|처리)?(?:되|하)지 ?(?:않은|못한)|완료 ?(?:안|못) ?된|남은)(?:인|된)?'
const isDone = '(?:완료|끝난|끝났|마친|다 ?된)(?:된|한|인|됐)?'

function createOpenFiling(field: string): Filter[] {
  return [{ op: 'one_of', field, values: [null, 'processing'] }]
}

/** 아직 등기 안 나온: without its certificate. */
const uncertified: StateWords = {
  pattern: /등기(?:가|는|도)?\s*(?:아직(?:도)?\s*)?(?:안|못)\s*(?:나온|나왔|나오)[가-힣]*/,
  createFilters: () => [createEmptyFilter('registrated_at')],
}

const openStates = ['pending', 'surveying', 'appraising']

/**
 * States without a label, or derived from days (real-estate/case-state.ts). Longer patterns first.
 */
export const specialStates: Partial<Record<CollectionName, readonly StateWords[]>> = {
  'deposit-cases': [
    uncertified,
    {
      pattern: /감정\s*평가[가는도]?\s*(?:아직\s*)?(?:안|못|덜)\s*(?:끝|된|됐)[가-힣]*/,
      createFilters: () => [{ op: 'equals', field: 'status', value: 'appraising' }],
    },
    {
      // 공탁 안 된: not deposited yet, so it has no number.
      pattern:
        /미공탁|공탁(?:이|을|은|도|번호)?\s*(?:아직\s*)?(?:안|못)\s*(?:된|됐|한|했|건|걸|나온|나왔)[가-힣]*|공탁(?:하|되)지\s*(?:않은|못한)/,
      createFilters: () => [createEmptyFilter('deposit_number')],
    },
    {
      pattern:
        /미완료(?:된|인)?|(?:안|아직)\s*(?:끝난|완료된|끝나지\s*않은)|끝나지\s*않은|완료[가는도]?\s*(?:되지|하지)\s*않은|미처리(?:된|인)?|완료[가는도]?\s*안\s*된|(?<!(?:미수금?|며칠|얼마나?|기간|잔액|연차|휴가|돈|날|일)[이은도]?\s?)남(?:은(?=\s*(?:사건|건|거|것|게|일|업무|등기|공탁))|았[가-힣]*|아\s*있[가-힣]*)|(?:안|못)\s*끝(?:낸|내|났|난)[가-힣]*|덜\s*(?:된|끝난)/,
      createFilters: () => [{ op: 'one_of', field: 'status', values: [...openStates, 'on_hold'] }],
    },
    {
      pattern:
        /감정\s*(?:중(?:인)?|평가(?!중|\s*(?:끝|완료|안|못|덜|전|법인|사(?:\s|$)|서|액|금|료|비|없))(?:가|는|를|에|을|로)?(?:\s*(?:진행[가-힣]*(?:\s*중(?:인)?)?|들어간|들어갔[가-힣]*|나간|하는|하고\s*있는|받는|맡긴|단계(?:인)?|걸린))?)/,
      createFilters: () => [{ op: 'equals', field: 'status', value: 'appraising' }],
    },
    {
      pattern: /진행\s*중(?:인)?/,
      createFilters: () => [{ op: 'one_of', field: 'status', values: openStates }],
    },
    {
      pattern: finishedPattern,
      createFilters: () => [{ op: 'equals', field: 'status', value: 'completed' }],
    },
  ],
  'real-estate': [
    uncertified,
    {
      pattern: /지연(?:된|되고\s*있는|인|\s*중인)?|(?:(?:예정일을?|기한을?)\s*)?(?:넘긴|놓친)/,
      createFilters: (today) => createCaseStateFilters('delayed', today),
    },
    {
      pattern:
        /미완료(?:된|인)?|미처리(?:된|인)?|처리\s*(?:안\s*된|(?:되|하)지\s*(?:않은|못한))|(?:안|아직)\s*(?:끝난|완료된)|끝나지\s*않은|완료[가는도]?\s*(?:되지|하지)\s*않은|완료[가는도]?\s*안\s*된|(?<!(?:미수금?|며칠|얼마나?|기간|잔액|연차|휴가|돈|날|일)[이은도]?\s?)남(?:은(?=\s*(?:사건|건|거|것|게|일|업무|등기|공탁))|았[가-힣]*|아\s*있[가-힣]*)|(?:안|못)\s*끝(?:낸|내|났|난)[가-힣]*|덜\s*(?:된|끝난)/,
      createFilters: () => [createEmptyFilter('registrated_at')],
    },
    { pattern: /진행\s*중(?:인)?/, createFilters: (today) => createCaseStateFilters('in_progress', today) },
    {
      pattern: /완료(?!율)(?:된|한|인|됐|했)?/,
      createFilters: (today) => createCaseStateFilters('completed', today),
    },
    {
      pattern: finishedPattern,
      createFilters: (today) => createCaseStateFilters('completed', today),
    },
    { pattern: /대기\s*(?:중인|인)?/, createFilters: () => [...notFiledFilters] },
  ],
  inquiries: [
    {
      pattern:
        /미처리(?:된|인)?|(?:처리|답변|답장|회신|연락)[은는이가을를도]?\s*(?:아직\s*)?(?:(?:안|못)\s*(?:된|한|끝난|했|됐|준|드린)[가-힣]*|(?:되|하)지\s*(?:않은|못한))|(?:안|못)\s*끝(?:난|낸)|미완료(?:된|인)?|미답변|남은(?=\s*(?:문의|건|거|것))|남았[가-힣]*/,
      createFilters: () => [{ op: 'one_of', field: 'state', values: ['new', 'in_progress'] }],
    },
    {
      pattern: /새로\s*(?:온|들어온)|미확인|안\s*읽은|새(?=\s|$)|답변?\s*안\s*한/,
      createFilters: () => [{ op: 'equals', field: 'state', value: 'new' }],
    },
  ],
  'address-changes': [
    {
      pattern:
        /(?:(?:확인|처리|반영)[은는이가을를도]?\s*(?:아직\s*)?(?:안|못)\s*(?:된|한|했|됐|끝난|끝낸)[가-힣]*|(?:확인|처리|반영)(?:하|되)지\s*(?:않은|못한)|미(?:확인|처리|반영|결정)(?:된|인)?|(?:확인|처리|반영)(?:할|해야|\s*필요)[가-힣]*(?:\s*(?:할|하는|되는|한))?(?:\s*(?:거|것|게|건)(?![가-힣]))?|(?:아직\s*)?남은(?=\s*(?:거|것|건|$))|남았[가-힣]*|(?:안|못)\s*본)/,
      createFilters: () => [{ op: 'equals', field: 'decision', value: 'open' }],
    },
    {
      pattern: /(?:확인|처리)(?:한|된|했|됐|\s*완료|이?\s*끝난|을?\s*마친)[가-힣]*/,
      createFilters: () => [{ op: 'one_of', field: 'decision', values: ['applied', 'kept'] }],
    },
    {
      pattern: /반영(?:한|된|했|됐)[가-힣]*/,
      createFilters: () => [{ op: 'equals', field: 'decision', value: 'applied' }],
    },
  ],
  'real-estate-units': [
    { pattern: new RegExp(moved + isOpen), createFilters: () => createOpenFiling('transfer_ownership_status') },
    { pattern: new RegExp(secured + isOpen), createFilters: () => createOpenFiling('mortgage_status') },
    {
      pattern: new RegExp(moved + isDone),
      createFilters: () => [{ op: 'equals', field: 'transfer_ownership_status', value: 'completed' }],
    },
    {
      pattern: new RegExp(secured + isDone),
      createFilters: () => [{ op: 'equals', field: 'mortgage_status', value: 'completed' }],
    },
    // What is filed for every dwelling is the transfer.
    {
      pattern: /미처리(?:된|인)?|처리[가는도]? ?(?:(?:안|못) ?된|되지 ?(?:않은|못한))/,
      createFilters: () => createOpenFiling('transfer_ownership_status'),
    },
  ],
  addresses: [
    {
      pattern: unfinishedWork.pattern,
      createFilters: () => [{ op: 'one_of', field: 'status', values: [null, 'registration_case', 'holder_change'] }],
    },
  ],
  titles: [unfinishedWork],
  projects: [
    unfinishedWork,
    { pattern: finishedPattern, createFilters: () => [{ op: 'equals', field: 'status', value: '완료' }] },
  ],
  'leave-requests': [
    {
      // 승인 났어: asks for the state of each request.
      pattern:
        /결재(?=\s*(?:어떻게|여부|결과|상태|현황))|(?:승인|결재|허락)[은는이가을를도]?\s*(?:여부|났|나왔|됐|되었|떨어졌|받았)[가-힣]*|(?<!(?:왜|몇\s?[번건개])\s?)(?:반려|거절)[은는이가을를도]?\s*(?:났|됐|되었|당했)[가-힣]*/,
      createFilters: () => [],
    },
    {
      pattern:
        /(?:승인|결재|허락)[은는이가을를도]?\s*(?:대기|(?:아직\s*)?(?:안|못)\s*(?:된|난|한|받은|났|됐)[가-힣]*|전)(?:\s*중)?(?:인)?|미승인(?:된|인)?|미결재|(?:되|나|하)지\s*않은|남은(?=\s*(?:신청|건|거|것))/,
      createFilters: () => [{ op: 'equals', field: 'state', value: 'pending' }],
    },
  ],
}

/** What an office calls a state, by its label. */
export const stateSynonyms: Readonly<Record<string, readonly string[]>> = {
  조사중: ['측량중', '측량'],
  감정평가중: ['감평중', '감정중'],
  반려: ['거절'],
  '그대로 둠': ['그대로 둔', '그냥 둔'],
  처리중: ['진행중', '처리하고 있는'],
}

const notFiledFilters = [createEmptyFilter('created_at'), createEmptyFilter('registrated_at')]
