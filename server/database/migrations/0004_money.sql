CREATE TABLE "pay_order" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"sku_id" text NOT NULL,
	"sku_type" integer NOT NULL,
	"points" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency_code" text NOT NULL,
	"provider" text NOT NULL,
	"session_id" text,
	"checkout_url" text,
	"is_embedded" boolean NOT NULL,
	"state" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"settled_at_ms" bigint,
	"sync_at_ms" bigint,
	"sync_tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"cycle" integer,
	"ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"currency_code" text NOT NULL,
	"payment_method" integer NOT NULL,
	"points" integer NOT NULL,
	"points_taken_back" integer DEFAULT 0 NOT NULL,
	"starts_at_ms" bigint,
	"ends_at_ms" bigint,
	"paid_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"provider" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"order_id" text,
	"subject_ref" text,
	"received_at_ms" bigint NOT NULL,
	"done_at_ms" bigint,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_event_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"order_id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"ref" text NOT NULL,
	"sku_id" text NOT NULL,
	"plan" text NOT NULL,
	"state" text NOT NULL,
	"period_start_ms" bigint NOT NULL,
	"period_end_ms" bigint NOT NULL,
	"cancelled_at_ms" bigint,
	"ended_at_ms" bigint,
	"stop_wish" text,
	"reminded_of_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"sync_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "trial_use" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"used_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pay_order" ADD CONSTRAINT "pay_order_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_pay_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pay_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_order_id_pay_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pay_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pay_order_by_owner" ON "pay_order" USING btree ("owner_id","created_at_ms" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "pay_order_session" ON "pay_order" USING btree ("provider","session_id");--> statement-breakpoint
CREATE INDEX "pay_order_to_sync" ON "pay_order" USING btree ("sync_at_ms") WHERE "pay_order"."sync_at_ms" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_cycle_once" ON "payment" USING btree ("order_id",coalesce("cycle", -1));--> statement-breakpoint
CREATE INDEX "payment_by_owner" ON "payment" USING btree ("owner_id","paid_at_ms" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "payment_event_open" ON "payment_event" USING btree ("received_at_ms") WHERE "payment_event"."done_at_ms" is null;--> statement-breakpoint
CREATE INDEX "subscription_by_owner" ON "subscription" USING btree ("owner_id","created_at_ms" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_ref" ON "subscription" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "subscription_to_sync" ON "subscription" USING btree ("sync_at_ms") WHERE "subscription"."sync_at_ms" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_payment_once" ON "ledger" USING btree ("order_id") WHERE "ledger"."order_id" is not null and "ledger"."amount" > 0;