CREATE TABLE "promotion" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"percent_off" integer,
	"amounts_off" jsonb,
	"sku_ids" jsonb,
	"starts_at_ms" bigint,
	"ends_at_ms" bigint,
	"most_redemptions" integer,
	"most_per_person" integer NOT NULL,
	"audience" text NOT NULL,
	"named" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"disabled_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "promotion_redemption" (
	"order_id" text PRIMARY KEY NOT NULL,
	"promotion_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"mailbox_hash" text NOT NULL,
	"state" text NOT NULL,
	"reserved_at_ms" bigint NOT NULL,
	"settled_at_ms" bigint
);
--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "discount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "promotion_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pay_order" ADD COLUMN "discount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pay_order" ADD COLUMN "promotion_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "discount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "promotion_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_session" ADD COLUMN "discount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_session" ADD COLUMN "discount_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion_redemption" ADD CONSTRAINT "promotion_redemption_order_id_pay_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pay_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemption" ADD CONSTRAINT "promotion_redemption_promotion_id_promotion_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemption" ADD CONSTRAINT "promotion_redemption_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_code" ON "promotion" USING btree ("code");--> statement-breakpoint
CREATE INDEX "promotion_newest" ON "promotion" USING btree ("created_at_ms" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "promotion_redemption_by_promotion" ON "promotion_redemption" USING btree ("promotion_id","reserved_at_ms" DESC NULLS FIRST,"order_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "promotion_redemption_by_owner" ON "promotion_redemption" USING btree ("owner_id");