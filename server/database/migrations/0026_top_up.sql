CREATE TABLE "points_push" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"points_left" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_saved_card" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_key" text NOT NULL,
	"return_url" text NOT NULL,
	"kind" text,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "low_points" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"notice_points" integer,
	"is_fallen" boolean DEFAULT false NOT NULL,
	"told_at_ms" bigint,
	"due_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "top_up" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"sku_id" text NOT NULL,
	"below_points" integer NOT NULL,
	"ceiling_cents" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"currency_code" text NOT NULL,
	"provider" text NOT NULL,
	"agreed_at_ms" bigint NOT NULL,
	"card_session" text,
	"card_ref" text,
	"card_label" text,
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	"end_reason" text
);
--> statement-breakpoint
ALTER TABLE "pay_order" ADD COLUMN "top_up_id" text;--> statement-breakpoint
ALTER TABLE "points_push" ADD CONSTRAINT "points_push_subscription_id_push_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscription"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "low_points" ADD CONSTRAINT "low_points_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_up" ADD CONSTRAINT "top_up_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "points_push_due" ON "points_push" USING btree ("due_at_ms");--> statement-breakpoint
CREATE INDEX "points_push_by_subscription" ON "points_push" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_saved_card_key" ON "sandbox_saved_card" USING btree ("merchant_key");--> statement-breakpoint
CREATE INDEX "low_points_due" ON "low_points" USING btree ("due_at_ms") WHERE "low_points"."due_at_ms" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_running" ON "top_up" USING btree ("owner_id") WHERE "top_up"."ended_at_ms" is null;--> statement-breakpoint
CREATE INDEX "top_up_by_owner" ON "top_up" USING btree ("owner_id","agreed_at_ms" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "pay_order" ADD CONSTRAINT "pay_order_top_up_id_top_up_id_fk" FOREIGN KEY ("top_up_id") REFERENCES "public"."top_up"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pay_order_top_up" ON "pay_order" USING btree ("owner_id") WHERE "pay_order"."top_up_id" is not null and "pay_order"."state" in ('PENDING', 'FAILED');