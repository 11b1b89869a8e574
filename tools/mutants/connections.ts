import type { Mutant } from './mutant.ts'

const web = 'apps/web/src/features/connections'
const api = 'apps/api/src/modules'
const test = `${web}/connections.browser.test.tsx`

export const mutants: Mutant[] = [
  {
    item: 'CONN-01',
    file: `${web}/useConnection.ts`,
    find: 'name: merchant.data?.name ?? data.createdByAccountName,',
    replace: 'name: data.createdByAccountName,',
    test,
  },
  {
    item: 'CONN-01',
    file: `${web}/useConnection.ts`,
    find: 'verified: merchant.data?.verified ?? false,',
    replace: 'verified: false,',
    test,
  },
  {
    item: 'CONN-02',
    file: `${web}/connect-href.ts`,
    find: "  url.searchParams.set('connectionId', connectionId)\n",
    replace: '',
    test,
  },
  {
    item: 'CONN-03',
    file: `${web}/WalletOptions.tsx`,
    find: 'if (wallets.data?.length === 0)',
    replace: 'if (wallets.data?.length === -1)',
    test,
  },
  {
    item: 'CONN-04',
    file: `${web}/ConnectionStates.tsx`,
    find: "return connection.status === 'authorized' ? <Authorised id={id} shop={shop} /> : <Failed shop={shop} />",
    replace: 'return id ? <Failed shop={shop} /> : <Authorised id={id} shop={shop} />',
    test,
  },
  {
    item: 'CONN-05',
    file: `${web}/ConnectionStates.tsx`,
    find: "if (connection.status === 'created') return children(loaded)",
    replace: "if (connection.status !== 'authorized') return children(loaded)",
    test,
  },
  {
    item: 'CONN-06',
    file: `${web}/ConnectionStates.tsx`,
    find: "if (error?.code === 'FORBIDDEN') return <UnknownConnection />",
    replace: "if (error?.code === 'NOT_FOUND') return <UnknownConnection />",
    test,
  },
  {
    item: 'CONN-07',
    file: `${web}/ConnectionStates.tsx`,
    find: 'return error ? <FailedToLoad isFetching={loaded.isFetching} retry={loaded.retry} /> : <Loading />',
    replace: 'return error && loaded.isFetching ? <FailedToLoad isFetching={loaded.isFetching} retry={loaded.retry} /> : <Loading />',
    test,
  },
  {
    item: 'GUARD-16',
    file: `${api}/payment-requests/create/pay-connected.ts`,
    find: 'payer.tokensFirst ? await tokensFor(deps, payer.accountId, request) : []',
    replace: '[]',
    test: `${api}/connections/tokens-first.test.ts`,
  },
  {
    item: 'GUARD-17',
    file: `${api}/connections/store-uses.ts`,
    find: 'c.paused_at is null and c.tokens_first and c.limit_each is not null for share',
    replace: 'c.limit_each is not null for share',
    test: `${api}/connections/tokens-first.test.ts`,
  },
]
