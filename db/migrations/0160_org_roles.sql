-- owner: accounts
-- What each role may do: packages/contract/src/roles.ts.
alter table account_member
  drop constraint account_member_role_check,
  add constraint account_member_role_check
    check (role in ('account-owner', 'manager', 'cashier', 'accountant', 'developer', 'merchant-terminal', 'external-asset-provider')),
  -- The shops that the role is limited to; null: all. An owner is never limited.
  add column merchant_ids text[] check (cardinality(merchant_ids) between 1 and 100),
  add constraint account_member_owner_is_not_limited check (merchant_ids is null or role <> 'account-owner');
