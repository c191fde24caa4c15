-- Master data behind the deposit cases (spec 3 §3): company 회사 → department 부서 → manager 관리자 → project 사업구간 → title 목록.

create table company (
  id uuid primary key,
  version integer not null default 1,
  name text not null,
  address text,
  description text,
  -- The path of the stored picture.
  img text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table department (
  id uuid primary key,
  version integer not null default 1,
  company uuid not null references company (id),
  name text not null,
  description text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What a manager's department and company refer to together.
  unique (id, company)
);
create index department_of_company on department (company);

create table manager (
  id uuid primary key,
  version integer not null default 1,
  company uuid not null,
  department uuid not null,
  name text not null,
  position text,
  tel text,
  email text,
  description text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A manager sits in a department of their own company, whoever writes at the same moment; through the department the company is there too.
  foreign key (department, company) references department (id, company)
);
create index manager_of_department on manager (department);
create index manager_of_company on manager (company);

create table project (
  id uuid primary key,
  version integer not null default 1,
  name text not null,
  manager uuid not null references manager (id),
  status text not null,
  progress_percentage integer,
  start_date date,
  end_date date,
  description text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index project_of_manager on project (manager);

create table title (
  id uuid primary key,
  version integer not null default 1,
  name text not null,
  project uuid not null references project (id),
  status text not null,
  progress_percentage integer,
  description text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index title_of_project on title (project);

-- Pictures of companies. The id is the SHA-256 of the company's id and the bytes: its address never shows another picture, a repeated upload is the same
-- one, and nobody who has a company's logo can find out by it whether the office works for them.
create table company_picture (
  id text primary key,
  media_type text not null,
  bytes bytea not null,
  inserted_at timestamptz not null default now()
);
