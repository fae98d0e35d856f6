CREATE TABLE "plan_change" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" text NOT NULL,
	"order_id" text NOT NULL,
	"from_plan" text NOT NULL,
	"to_plan" text NOT NULL,
	"period_end_ms" bigint NOT NULL,
	"price_cents" integer NOT NULL,
	"credit_cents" integer NOT NULL,
	"due_cents" integer NOT NULL,
	"points" integer NOT NULL,
	"currency_code" text NOT NULL,
	"at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"agreed_at_ms" bigint,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "credited_item" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "next_plan" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "wanted_plan" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "change_id" text;--> statement-breakpoint
ALTER TABLE "sandbox_charge" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "sandbox_charge" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_charge" ADD COLUMN "change_key" text;--> statement-breakpoint
ALTER TABLE "sandbox_subscription" ADD COLUMN "anchor_cycle" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_subscription" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "sandbox_subscription" ADD COLUMN "plan_cents" integer;--> statement-breakpoint
ALTER TABLE "sandbox_subscription" ADD COLUMN "next_plan" text;--> statement-breakpoint
ALTER TABLE "sandbox_subscription" ADD COLUMN "next_cents" integer;--> statement-breakpoint
ALTER TABLE "plan_change" ADD CONSTRAINT "plan_change_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_change" ADD CONSTRAINT "plan_change_order_id_pay_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pay_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_change_by_order" ON "plan_change" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_charge_change" ON "sandbox_charge" USING btree ("change_key");