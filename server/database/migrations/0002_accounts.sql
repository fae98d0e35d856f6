CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text,
	"google_sub" text,
	"created_at_ms" bigint NOT NULL,
	"points_carried_at_ms" bigint,
	"deletes_at_ms" bigint,
	CONSTRAINT "account_email_unique" UNIQUE("email"),
	CONSTRAINT "account_google_sub_unique" UNIQUE("google_sub")
);
--> statement-breakpoint
CREATE TABLE "email_code" (
	"email" text NOT NULL,
	"type" integer NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_tries" integer NOT NULL,
	"sent_at_ms" bigint NOT NULL,
	"used_at_ms" bigint,
	CONSTRAINT "email_code_email_type_pk" PRIMARY KEY("email","type")
);
--> statement-breakpoint
CREATE TABLE "email_proof" (
	"token_sha256" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"type" integer NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"token_sha256" text NOT NULL,
	"account_id" text NOT NULL,
	"device" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	CONSTRAINT "session_token_sha256_unique" UNIQUE("token_sha256")
);
--> statement-breakpoint
ALTER TABLE "owner" ADD COLUMN "retired_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_id_owner_id_fk" FOREIGN KEY ("id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_to_erase" ON "account" USING btree ("deletes_at_ms") WHERE "account"."deletes_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("due_at_ms");--> statement-breakpoint
CREATE INDEX "session_by_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_age" ON "session" USING btree ("seen_at_ms");